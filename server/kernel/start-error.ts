/** The reason why the server cannot start, as a sentence for the person who started it. */
export class StartError extends Error {
  override name = 'StartError'
}

/**
 * Another attempt fails too until somebody has corrected the cause: settings, a release older than its database, a secret
 * that is missing. systemd does not start the server again.
 */
export class PermanentStartError extends StartError {}
