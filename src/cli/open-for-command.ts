import { constants } from 'node:os'

/**
 * Opens a database for a command. A signal stops a PostgreSQL that the command started before the process ends, as
 * it would otherwise keep running.
 */
export async function openForCommand<Database extends { stop(): Promise<boolean> }>(
	open: (abort: AbortSignal) => Promise<Database>,
): Promise<Database> {
	const ending = new AbortController()
	const opening = open(ending.signal)
	let stopped: Promise<boolean> | undefined
	const stop = async () => {
		const database = await opening
		stopped ??= database.stop()
		return stopped
	}
	const end = async (name: NodeJS.Signals) => {
		// During a statement of `plaudit sql`, Ctrl+C cancels that statement.
		if (name === 'SIGINT' && process.listenerCount('SIGINT') > 1) return
		if (ending.signal.aborted) return
		ending.abort(new Error(`The command was ended by ${name}.`))
		await stop().catch(() => false)
		process.exit(128 + constants.signals[name])
	}
	process.on('SIGINT', end).on('SIGTERM', end)
	const leave = () => process.off('SIGINT', end).off('SIGTERM', end)
	// After a signal, the command's own failure must not end the process before PostgreSQL has stopped.
	const unlessEnding = () => (ending.signal.aborted ? new Promise<never>(() => {}) : undefined)
	try {
		const database = await opening
		return {
			...database,
			async stop() {
				await unlessEnding()
				return stop().finally(leave)
			},
		}
	} catch (error) {
		await unlessEnding()
		leave()
		throw error
	}
}
