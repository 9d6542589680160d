; SPDX-License-Identifier: GPL-3.0-or-later
;
; Lets a test talk to a running GIMP. (test-serve "folder") reads numbers from the named pipe folder/asked. For each, 1
; for example, it evaluates folder/1.ask, writes the answer to folder/1.out, and then the number to the named pipe
; folder/answered. The expression `quit` ends it; it then creates folder/served.

; Script-Fu's own `catch` loses the error message; this one returns it.
(define (test-serve-try thunk)
  (let ((hook *error-hook*))
    (let ((answer
            (call/cc
              (lambda (leave)
                (set! *error-hook* (lambda what (leave (cons 'error what))))
                (list 'value (thunk))))))
      (set! *error-hook* hook)
      answer)))

(define (test-serve-read path)
  (let* ((port (open-input-file path))
         (expression (read port)))
    (close-input-port port)
    expression))

(define (test-serve-write path answer)
  (let ((port (open-output-file path)))
    (write answer port)
    (newline port)
    (close-output-port port)))

(define (test-serve folder)
  (let ((asked (open-input-file (string-append folder "/asked"))))
    (let loop ((number (read asked)))
      (let* ((base (string-append folder "/" (number->string number)))
             (expression '())
             (answer (test-serve-try
                       (lambda ()
                         (set! expression (test-serve-read (string-append base ".ask")))
                         (if (eq? expression 'quit)
                           'quit
                           (eval expression (interaction-environment)))))))
        (if (eq? expression 'quit)
          (test-serve-write (string-append folder "/served") number)
          (begin
            (test-serve-write (string-append base ".out") answer)
            (test-serve-write (string-append folder "/answered") number)
            (loop (read asked))))))))
