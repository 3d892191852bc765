/** The reason why the server cannot start, as a sentence for the person who started it. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Mistakes in the settings: another attempt fails too until somebody has corrected them. */
export class SettingsError extends StartError {}
