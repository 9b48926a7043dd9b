export type TargetFile = { name: string; size: number; since: number }

/** A place for backups. Names may contain slashes. */
export type BackupTarget = {
	/** The address as the operator wrote it. */
	address: string
	/** Writes a file that exists under its name only when it is complete. @returns its size */
	write(name: string, source: AsyncIterable<Uint8Array>): Promise<number>
	/** @throws Error when there is no such file */
	read(name: string): AsyncIterable<Uint8Array>
	/** Complete files whose names start so, but none in deeper folders. */
	list(folder: string): Promise<TargetFile[]>
	remove(name: string): Promise<void>
	/** Deletes what interrupted writes have left. */
	removeUnfinished(): Promise<void>
}
