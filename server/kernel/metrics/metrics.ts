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
  registers: [],
})
export const backupAt = new Gauge({
  name: 'sitwell_backup_timestamp_seconds',
  help: 'When a backup was last made or noted; 0 if there was none',
  registers: [],
})

export const backupVerifiedAt = new Gauge({
  name: 'sitwell_backup_verified_timestamp_seconds',
  help: 'When a backup was last restored into a scratch database and found to be good; 0 if never',
  registers: [],
})
export const backupVerifyFailed = new Gauge({
  name: 'sitwell_backup_verify_failed',
  help: '1 if the latest verification of a backup failed, until one succeeds',
  registers: [],
})

export const uploadsCopyFailed = new Gauge({
  name: 'sitwell_uploads_copy_failed',
  help: '1 while photos and documents cannot be copied to the backups between two of them',
  registers: [],
})

export const walArchivedAt = new Gauge({
  name: 'sitwell_wal_archived_timestamp_seconds',
  help: 'When a part of the log of the embedded database was last archived; 0 if never',
  registers: [],
})
export const walFailed = new Gauge({
  name: 'sitwell_wal_failed',
  help: '1 while the log of the embedded database cannot be archived',
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
/** Labels are not called `job`, because Prometheus sets that one itself. */
export const runsHeld = new Counter({
  name: 'sitwell_scheduled_runs_held_total',
  help: 'Scheduled runs that this process skipped because the clock was in doubt',
  labelNames: ['name'],
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
  registers: [],
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

export const buildInfo = new Gauge({
  name: 'sitwell_build_info',
  help: 'Always 1; the labels are the versions of the server and of Node.js',
  labelNames: ['version', 'node'],
  registers: [],
})

export const jobs = new Gauge({
  name: 'sitwell_jobs',
  help: 'Jobs in the queue: due and waiting, due later, running, and failed for good in the last seven days',
  labelNames: ['name', 'state'],
  registers: [],
})
export const jobWaiting = new Gauge({
  name: 'sitwell_job_waiting_seconds',
  help: 'How long the oldest due job has waited; 0 if none waits',
  labelNames: ['name'],
  registers: [],
})
export const jobDurations = new Histogram({
  name: 'sitwell_job_duration_seconds',
  help: 'Time that this process took for a job, by what came of it: done, or failed and perhaps tried again',
  labelNames: ['name', 'outcome'],
  buckets: [0.02, 0.1, 0.5, 2, 10, 60],
  registers: [],
})

export const mails = new Gauge({
  name: 'sitwell_mails',
  help: 'Mails that wait to be sent, were sent in the last day, or were given up or refused in the last seven days',
  labelNames: ['state'],
  registers: [],
})
export const mailWaiting = new Gauge({
  name: 'sitwell_mail_waiting_seconds',
  help: 'How long the oldest mail has waited to be sent; 0 if none waits',
  registers: [],
})

export const searchWaiting = new Gauge({
  name: 'sitwell_search_waiting',
  help: 'Changed sitters whose search rows have not been rewritten yet',
  registers: [],
})

export const bookings = new Gauge({
  name: 'sitwell_bookings',
  help: 'Bookings, by status',
  labelNames: ['status'],
  registers: [],
})
const periodLabels = ['currency', 'days']
/** In minor units; `days` is the length of the period that ends now. */
export const turnover = new Gauge({
  name: 'sitwell_turnover_minor_units',
  help: 'Totals of the bookings completed in the last days, in cents or the like',
  labelNames: periodLabels,
  registers: [],
})
export const take = new Gauge({
  name: 'sitwell_take_minor_units',
  help: 'Fees of both sides for the bookings completed in the last days, in cents or the like',
  labelNames: periodLabels,
  registers: [],
})
export const refunded = new Gauge({
  name: 'sitwell_refunded_minor_units',
  help: 'What was given back of the bookings completed in the last days, in cents or the like',
  labelNames: periodLabels,
  registers: [],
})
export const accounts = new Gauge({ name: 'sitwell_accounts', help: 'Accounts', registers: [] })
export const publishedSitters = new Gauge({
  name: 'sitwell_sitters_published',
  help: 'Sitters with a public profile',
  registers: [],
})

export const databaseConnections = new Gauge({
  name: 'sitwell_database_connections',
  help: 'Connections of this process to the database that are busy or idle, and queries that wait for one',
  labelNames: ['pool', 'state'],
  registers: [],
})
export const databaseConnectionsMax = new Gauge({
  name: 'sitwell_database_connections_max',
  help: 'Most connections that this process opens',
  labelNames: ['pool'],
  registers: [],
})

export const diskFree = new Gauge({
  name: 'sitwell_disk_free_bytes',
  help: 'Free space of the disk that holds this folder: data, files or backups',
  labelNames: ['folder'],
  registers: [],
})
export const diskSize = new Gauge({
  name: 'sitwell_disk_size_bytes',
  help: 'Size of the disk that holds this folder',
  labelNames: ['folder'],
  registers: [],
})
