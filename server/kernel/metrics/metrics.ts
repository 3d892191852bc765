import { Counter, Gauge, Histogram } from 'prom-client'

/** Labelled by invariant; absent until a worker has checked. */
export const invariantViolations = new Gauge({
  name: 'sitwell_invariant_violations',
  help: 'How often something that must always hold does not',
  labelNames: ['invariant', 'scope'],
  registers: [],
})

export const invariantsCheckedAt = new Gauge({
  name: 'sitwell_invariants_checked_timestamp_seconds',
  help: 'When a worker last checked what must always hold',
  labelNames: ['scope'],
  registers: [],
})

export const databaseAnswers = new Gauge({
  name: 'sitwell_database_answers',
  help: 'Whether the database could be asked for this answer; without it, what all processes share is absent',
  registers: [],
})

export const clockInDoubt = new Gauge({
  name: 'sitwell_clock_in_doubt',
  help: 'How many machines with workers carry out no deadlines because their clock jumped',
  registers: [],
})
export const clockJumps = new Counter({
  name: 'sitwell_clock_jumps_total',
  help: 'Jumps of the clock that this process saw first, by what the clock contradicted',
  labelNames: ['against'],
  registers: [],
})
export const schedulesHealed = new Counter({
  name: 'sitwell_schedules_healed_total',
  help: 'How often this process set back moments of the queue that lay in the future',
  registers: [],
})
export const runsHeld = new Counter({
  name: 'sitwell_scheduled_runs_held_total',
  help: 'Scheduled runs that this process left out because the clock was in doubt',
  labelNames: ['job'],
  registers: [],
})

/** A version number, so that an alert can state it; 0 while the newest version is in use. */
export const settingsRejected = new Gauge({
  name: 'sitwell_settings_rejected_version',
  help: 'The newest version of the settings when it cannot be read and an earlier one stays in force',
  registers: [],
})

/**
 * Public pages, identical for everybody: `hit` came from the cache, `stale` came from the cache and is being rendered
 * again, `miss` was rendered.
 */
export const pageCacheRequests = new Counter({
  name: 'sitwell_page_cache_requests_total',
  help: 'Public pages asked for, by where they came from',
  labelNames: ['outcome'],
  registers: [],
})
export const pageCacheBytes = new Gauge({
  name: 'sitwell_page_cache_bytes',
  help: 'What kept pages take, with room for their compressed forms',
})

export const searchLag = new Histogram({
  name: 'sitwell_search_lag_seconds',
  help: 'From the change of a sitter to the search that knows it; days are known at once',
  buckets: [0.1, 0.25, 0.5, 0.75, 1, 2, 5, 10, 30, 60, 300],
  registers: [],
})

export const searchDisorder = new Gauge({
  name: 'sitwell_search_disorder',
  help: 'Share of the rows of the search that lay out of order when a worker last looked',
  registers: [],
})

export const readsByTarget = new Counter({
  name: 'sitwell_reads_total',
  help: 'Public reads by the database that answered',
  labelNames: ['target'],
  registers: [],
})
export const readFallbacks = new Counter({
  name: 'sitwell_read_fallbacks_total',
  help: 'Public reads that no replica could answer, by reason: a change that they do not have yet, their lag, or that they failed',
  labelNames: ['reason'],
  registers: [],
})
export const replicaLag = new Gauge({
  name: 'sitwell_replica_lag_seconds',
  help: 'For how long it is not known that the replica has everything; absent while it does not answer',
  labelNames: ['replica'],
  registers: [],
})

export const liveStreams = new Gauge({
  name: 'sitwell_live_streams',
  help: 'Open streams of live events',
  registers: [],
})
export const liveEvents = new Counter({
  name: 'sitwell_live_events_total',
  help: 'Live events sent to open streams',
  registers: [],
})
