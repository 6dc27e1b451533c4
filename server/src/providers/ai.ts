// The AI service: any with OpenAI's chat completions API. Its package is loaded with the first request, because it
// takes half a second and most servers never use it.

import type { Log } from '../base/background.ts'
import type { Config } from '../base/config.ts'
import { AppError } from '../base/errors.ts'

const TEMPERATURE = 0.7
/** Upper bound for a reply: about ten times the longest plan. */
const REPLY_MAX = 100_000
const ERROR_TEXT_MAX = 300
/** Of a raw response: the longest reply with its events, and many times as many thoughts. */
const RESPONSE_BYTES_MAX = 32_000_000
/** A whole reply may take this many times as long as the service may be silent. */
const TIMEOUTS_MAX = 60

export interface AiRequest {
  system: string
  messages: { role: 'user' | 'assistant'; content: string }[]
  signal: AbortSignal
  /** Called with the text so far, whenever it grows. */
  onText(text: string): Promise<void>
}

export interface AiReply {
  text: string
  /** It ended because it was too long. */
  cut: boolean
}

export interface Ai {
  /**
   * Throws 'AI generation failed: …' if the service refuses, closes the connection or times out. Nothing is retried.
   */
  ask(request: AiRequest): Promise<AiReply>
}

type Settings = NonNullable<Config['ai']>

export function createAi(settings: Settings, log: Log, timeout_ms: number): Ai {
  return {
    ask: async ({ signal, onText, ...chat }) => {
      const [{ extractReasoningMiddleware, streamText, wrapLanguageModel }, { createOpenAICompatible }] =
        await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
      const provider = createOpenAICompatible({
        name: 'ai',
        baseURL: settings.base_url,
        apiKey: settings.api_key ?? undefined,
        fetch: fetchLimited,
      })
      const own = new AbortController()
      const deadline = setTimeout(() => own.abort(late(TIMEOUTS_MAX * timeout_ms)), TIMEOUTS_MAX * timeout_ms)
      let silence = setTimeout(() => own.abort(silent(timeout_ms)), timeout_ms)
      try {
        const { fullStream } = streamText({
          ...chat,
          // Local services send the thoughts of a model with its reply.
          model: wrapLanguageModel({
            model: provider.chatModel(settings.model),
            middleware: extractReasoningMiddleware({ tagName: 'think' }),
          }),
          temperature: TEMPERATURE,
          maxOutputTokens: settings.max_tokens,
          maxRetries: 0,
          abortSignal: AbortSignal.any([signal, own.signal]),
          // It would print them.
          onError: () => {},
        })
        const reply: AiReply = { text: '', cut: false }
        for await (const part of fullStream) {
          clearTimeout(silence)
          silence = setTimeout(() => own.abort(silent(timeout_ms)), timeout_ms)
          if (part.type === 'error') throw part.error
          if (part.type === 'finish' && part.finishReason === 'content-filter') throw DECLINED
          if (part.type === 'finish') reply.cut = part.finishReason === 'length'
          if (part.type !== 'text-delta') continue
          reply.text += part.text
          if (reply.text.length > REPLY_MAX) throw tooLong()
          await onText(reply.text)
        }
        signal.throwIfAborted()
        own.signal.throwIfAborted()
        return reply
      } catch (error) {
        signal.throwIfAborted()
        own.signal.throwIfAborted()
        if (error instanceof AppError) throw error
        if (causeOf(error) instanceof AppError) throw causeOf(error)
        const failure = toFailure(error, settings)
        log.warn({ reason: failure.message }, 'AI service failed')
        throw failure
      } finally {
        clearTimeout(silence)
        clearTimeout(deadline)
        own.abort()
      }
    },
  }
}

/**
 * Like `fetch`, but follows no redirects, which would send the prompt to another server, and fails once the response is
 * larger than any reply. The library reads errors, thoughts and single lines without a limit.
 */
const fetchLimited: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  let left = RESPONSE_BYTES_MAX
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      left -= chunk.byteLength
      if (left < 0) controller.error(tooLong())
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body?.pipeThrough(limit) ?? null, { status, statusText, headers })
}

/** An unfinished text as the JSON it would be if it ended here; undefined if that is not possible. */
export async function parsePartialJson(text: string): Promise<unknown> {
  const { parsePartialJson } = await import('ai')
  return (await parsePartialJson(text)).value
}

const tooLong = (): AppError => invalidReply('The AI service sent too long a reply')

export const invalidReply = (message = 'Invalid JSON response from AI'): AppError =>
  new AppError(502, 'ai_invalid_reply', message)

const FAILED = 'ai_failed'
const failed = (what: string) => new AppError(502, FAILED, `AI generation failed: ${what}`)

const DECLINED = failed('declined - The AI service declined this request.')

/** The service did not reply, or replied with an error. */
export const isFailure = (error: unknown): boolean => error instanceof AppError && error.code === FAILED

const silent = (ms: number) => failed(`timeout - The AI service did not respond for ${Math.ceil(ms / 1000)} seconds.`)

const late = (ms: number) =>
  failed(`timeout - The AI service did not finish its reply within ${Math.ceil(ms / 60_000)} minutes.`)

/** The library wraps what the response fails with. */
const causeOf = (error: unknown): unknown => (error as { cause?: unknown }).cause

/** Includes the message of the service, without the key and the URL. */
function toFailure(error: unknown, { api_key, base_url }: Settings): AppError {
  const { statusCode, data, responseBody, message } = error as {
    statusCode?: number
    data?: unknown
    responseBody?: string
    message?: string
  }
  // A reply that broke off has the status with which it began.
  if (statusCode === undefined || statusCode < 400)
    return failed('no reply - The AI service could not be reached or closed the connection.')
  const isPage = responseBody?.trimStart().startsWith('<')
  let text = (data === undefined && !isPage && responseBody) || message || ''
  for (const secret of [api_key, base_url, new URL(base_url).host, new URL(base_url).hostname])
    if (secret) text = text.replaceAll(secret, '…')
  return failed(`${statusCode} - ${text.replace(/\s+/g, ' ').trim().slice(0, ERROR_TEXT_MAX)}`)
}
