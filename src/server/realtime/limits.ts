/** What one installation and one client may use (data.md §3.8). */
export const limits = {
	connections: 20_000,
	channelsPerConnection: 100,
	joinsPerSecond: 100,
	/** Per connection; the official client buffers 100 pushes, which a reconnect sends at once. */
	messagesPerSecond: 200,
	presencePerHalfMinute: 50,
	/** Bytes. */
	frame: 5 * 1024 * 1024,
	broadcast: 3000 * 1024,
	bindingsPerChannel: 100,
	/** Milliseconds without a word, heartbeats included. */
	idle: 60_000,
	/** Bytes waiting for a client that reads too slowly. */
	backlog: 16 * 1024 * 1024,
}

/** Counts events in fixed windows. Small, as every socket has one. */
export class Budget {
	private readonly most: number
	private readonly window: number
	private since = 0
	private used = 0

	/** @param window milliseconds */
	constructor(most: number, window: number) {
		this.most = most
		this.window = window
	}

	/** @returns false when the window's budget is spent */
	take(now = Date.now()): boolean {
		if (now - this.since >= this.window) {
			this.since = now
			this.used = 0
		}
		this.used += 1
		return this.used <= this.most
	}
}
