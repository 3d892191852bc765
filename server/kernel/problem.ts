import { type ProblemBody, type ProblemCode, problems } from '#contract/problem.ts'

/** Additional members of a problem: a sentence with advice, invalid fields, and the values that broke a rule. */
export type ProblemExtra = {
  detail?: string
  errors?: { path: string; message: string }[]
  [member: string]: unknown
}

/** Thrown for every expected failure. Inside a transaction it causes the rollback. */
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
