/** Message to the process beside the server: a backup now, or a restore of the newest one into a scratch folder. */
export type BackupRequest = 'back up' | 'try a restore'
