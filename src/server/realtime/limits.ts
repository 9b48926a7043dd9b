import type { Config } from '#server/config.ts'

/** What one node and one client may use (data.md §3.8). Sizes in bytes, times in milliseconds. */
export type Limits = {
	sockets: number
	channelsPerSocket: number
	joinsPerSecond: number
	messagesPerSecond: number
	httpMessagesPerSecond: number
	presencePerSecond: number
	tracksPerHalfMinute: number
	bindingsPerChannel: number
	conditionsPerFilter: number
	payload: number
	presencePayload: number
	frame: number
	/** Without a word, heartbeats included. */
	idle: number
	/** After which the policies of a private channel are asked again. */
	recheck: number
	/** Waiting for one client that reads too slowly, and for all of them together. */
	backlog: number
	totalBacklog: number
	keepHours: number
	replayedMessages: number
	privateOnly: boolean
}

/** As the settings say; a rate that none names is the usual one, or none at all under RATE_LIMITS=off. */
export function readLimits(config: Config): Limits {
	const rate = (setting: number | undefined, usual: number) =>
		setting ?? (config.RATE_LIMITS ? usual : Number.POSITIVE_INFINITY)
	const payload = config.REALTIME_PAYLOAD_KB * 1024
	const backlog = config.REALTIME_BACKLOG_MB * 1024 * 1024
	return {
		sockets: config.REALTIME_MAX_SOCKETS,
		channelsPerSocket: config.REALTIME_CHANNELS_PER_SOCKET,
		joinsPerSecond: rate(config.REALTIME_JOINS_PER_SECOND, 500),
		messagesPerSecond: rate(config.REALTIME_MESSAGES_PER_SECOND, 200),
		httpMessagesPerSecond: rate(config.REALTIME_HTTP_MESSAGES_PER_SECOND, 500),
		presencePerSecond: rate(config.REALTIME_PRESENCE_PER_SECOND, 1000),
		tracksPerHalfMinute: rate(config.REALTIME_TRACKS_PER_HALF_MINUTE, 5),
		bindingsPerChannel: 100,
		conditionsPerFilter: 20,
		payload,
		presencePayload: 64 * 1024,
		// JSON in JSON doubles its quotes; more than that would be refused as a payload anyway.
		frame: Math.max(5 * 1024 * 1024, payload + 65_536),
		idle: config.REALTIME_IDLE_SECONDS * 1000,
		recheck: config.REALTIME_RECHECK_SECONDS * 1000,
		backlog,
		totalBacklog: 32 * backlog,
		keepHours: config.REALTIME_KEEP_HOURS,
		replayedMessages: 25,
		privateOnly: config.REALTIME_PRIVATE_ONLY,
	}
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
	take(count = 1, now = Date.now()): boolean {
		if (now - this.since >= this.window) {
			this.since = now
			this.used = 0
		}
		this.used += count
		return this.used <= this.most
	}

	/** How many times over the budget was spent in this window. */
	get excess(): number {
		return this.used / this.most
	}
}
