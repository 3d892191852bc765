import type { OtlpConfig } from '#server/kernel/telemetry/telemetry.ts'

type Values = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_HEADERS: Record<string, string>
  OTEL_SERVICE_NAME: string
  OTEL_TRACES_SAMPLER_ARG: number
}

/** Reads headers like `authorization=Bearer%20abc,x-scope=1`; undefined if they have another form. */
export function readHeaders(text: string): Record<string, string> | undefined {
  const pairs = text
    .split(',')
    .filter(Boolean)
    .map((pair) => /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair))
  if (!pairs.every((pair) => pair !== null)) return undefined
  try {
    return Object.fromEntries(pairs.map(([, name, value]) => [name!, decodeURIComponent(value!)]))
  } catch {
    return undefined
  }
}

export const otlpOf = (values: Values): OtlpConfig | undefined =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: values.OTEL_EXPORTER_OTLP_HEADERS,
        serviceName: values.OTEL_SERVICE_NAME,
        sampledShare: values.OTEL_TRACES_SAMPLER_ARG,
      }
