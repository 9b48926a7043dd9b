/** Message that asks the process beside the server for a backup now. */
export const backupRequest = 'back up'
