/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cancel_word.h"

errdiff_status errdiff_cancel_word_make(struct errdiff_session *session, int **word)
{
    return errdiff_session_allocate(session, (void **)word, sizeof **word, true);
}

/* Uses a stream of its own, because the others are busy. */
void errdiff_cancel_word_set(int *word)
{
    static const int yes = 1;
    cudaStream_t stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
        return;
    (void)cudaMemcpyAsync(word, &yes, sizeof yes, cudaMemcpyHostToDevice, stream);
    (void)cudaStreamSynchronize(stream);
    (void)cudaStreamDestroy(stream);
}

errdiff_status errdiff_cancel_word_wait(struct errdiff_session *session, int *word)
{
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(session->ended, session->stream), "kernels ran");
    errdiff_status status = errdiff_session_wait(session, session->ended, 1);
    if (status == ERRDIFF_CANCELLED)
        errdiff_cancel_word_set(word);
    return status;
}
