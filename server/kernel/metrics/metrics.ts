import { Counter, Gauge, Histogram } from 'prom-client'

/** Labelled by invariant; absent until a worker has checked. */
export const invariantViolations = new Gauge({
  name: 'sitwell_invariant_violations',
  help: 'Number of violations of each invariant',
  labelNames: ['invariant', 'scope'],
  registers: [],
})

export const invariantsCheckedAt = new Gauge({
  name: 'sitwell_invariants_checked_timestamp_seconds',
  help: 'When a worker last checked the invariants',
  labelNames: ['scope'],
  registers: [],
})

export const backupFailed = new Gauge({
  name: 'sitwell_backup_failed',
  help: '1 if the latest scheduled backup failed, until one succeeds',
})
export const backupAt = new Gauge({
  name: 'sitwell_backup_timestamp_seconds',
  help: 'When a backup was last made or noted; 0 if there was none',
  registers: [],
})

export const databaseAnswers = new Gauge({
  name: 'sitwell_database_answers',
  help: 'Whether the database answered this request; if not, the figures shared by all processes are absent',
  registers: [],
})

export const clockInDoubt = new Gauge({
  name: 'sitwell_clock_in_doubt',
  help: 'Number of machines with workers that carry out no deadlines because their clock jumped',
  registers: [],
})
export const clockJumps = new Counter({
  name: 'sitwell_clock_jumps_total',
  help: 'Clock jumps that this process detected first, by the clock that was contradicted',
  labelNames: ['against'],
  registers: [],
})
export const schedulesHealed = new Counter({
  name: 'sitwell_schedules_healed_total',
  help: 'How often this process reset timestamps of the queue that were in the future',
  registers: [],
})
export const runsHeld = new Counter({
  name: 'sitwell_scheduled_runs_held_total',
  help: 'Scheduled runs that this process skipped because the clock was in doubt',
  labelNames: ['job'],
  registers: [],
})

/** A version number, so that an alert can state it; 0 while the newest version is in use. */
export const settingsRejected = new Gauge({
  name: 'sitwell_settings_rejected_version',
  help: 'The newest version of the settings if it cannot be read and an earlier one stays in use',
  registers: [],
})

/**
 * Public pages, identical for everybody: `hit` came from the cache, `stale` came from the cache and is being rendered
 * again, `miss` was rendered.
 */
export const pageCacheRequests = new Counter({
  name: 'sitwell_page_cache_requests_total',
  help: 'Requests for public pages, by where the page came from',
  labelNames: ['outcome'],
  registers: [],
})
export const pageCacheBytes = new Gauge({
  name: 'sitwell_page_cache_bytes',
  help: 'Memory used by cached pages, including room for their compressed forms',
})

export const searchLag = new Histogram({
  name: 'sitwell_search_lag_seconds',
  help: 'Time from a change of a sitter until the search includes it; changes of days are included at once',
  buckets: [0.1, 0.25, 0.5, 0.75, 1, 2, 5, 10, 30, 60, 300],
  registers: [],
})

export const searchDisorder = new Gauge({
  name: 'sitwell_search_disorder',
  help: 'Share of the search rows that were out of order when a worker last checked',
  registers: [],
})

export const readsByTarget = new Counter({
  name: 'sitwell_reads_total',
  help: 'Public reads, by the database that answered',
  labelNames: ['target'],
  registers: [],
})
export const readFallbacks = new Counter({
  name: 'sitwell_read_fallbacks_total',
  help: 'Public reads that no replica could answer, by reason: a change that they do not have yet, their lag, or a failure',
  labelNames: ['reason'],
  registers: [],
})
export const replicaLag = new Gauge({
  name: 'sitwell_replica_lag_seconds',
  help: 'Upper bound of the lag of the replica; absent while it does not answer',
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
