import { Gauge } from 'prom-client'

/** By the name of what must always hold; absent until this process has checked. */
export const invariantViolations = new Gauge({
  name: 'sitwell_invariant_violations',
  help: 'How often something that must always hold does not',
  labelNames: ['invariant', 'scope'],
  registers: [],
})
