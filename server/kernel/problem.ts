import { type ProblemBody, type ProblemCode, problems } from '#contract/problem.ts'

/** What a refusal may add: a sentence that says what to do, wrong fields, and the values that broke a rule. */
export type ProblemExtra = {
  detail?: string
  errors?: { path: string; message: string }[]
  [member: string]: unknown
}

/** Thrown for every expected failure. Throwing inside a transaction is what rolls it back. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly extra: ProblemExtra
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, extra: ProblemExtra = {}, retryAfterSeconds?: number) {
    super(extra.detail ?? code)
    this.code = code
    this.extra = extra
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return problems[this.code][0]
  }

  toBody(requestId?: string): ProblemBody {
    const [status, title] = problems[this.code]
    return {
      ...this.extra,
      type: `/problems/${this.code}`,
      code: this.code,
      title,
      status,
      ...(requestId === undefined ? {} : { requestId }),
    }
  }
}
