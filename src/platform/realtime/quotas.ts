import type { Config } from '#platform/config/config.ts'

/** Quotas of one node and one client. Sizes in bytes, times in milliseconds. */
export type RealtimeQuotas = Readonly<ReturnType<typeof readQuotas>>

/** Quotas from the settings. Rates have defaults, which RATE_LIMITS=off lifts. */
export function readQuotas(config: Config) {
	const rate = (setting: number | undefined, fallback: number) =>
		setting ?? (config.RATE_LIMITS ? fallback : Number.POSITIVE_INFINITY)
	const payload = config.REALTIME_PAYLOAD_KB * 1024
	const backlog = config.REALTIME_BACKLOG_MB * 1024 * 1024
	return {
		maxSockets: config.REALTIME_MAX_SOCKETS,
		channelsPerSocket: config.REALTIME_CHANNELS_PER_SOCKET,
		joinsPerSecond: rate(config.REALTIME_JOINS_PER_SECOND, 500),
		messagesPerSecond: rate(config.REALTIME_MESSAGES_PER_SECOND, 200),
		httpMessagesPerSecond: rate(config.REALTIME_HTTP_MESSAGES_PER_SECOND, 500),
		presencePerSecond: rate(config.REALTIME_PRESENCE_PER_SECOND, 1000),
		tracksPerHalfMinute: rate(config.REALTIME_TRACKS_PER_HALF_MINUTE, 5),
		bindingsPerChannel: 100,
		conditionsPerFilter: 20,
		maxPayload: payload,
		maxPresencePayload: 64 * 1024,
		// A payload as text in JSON needs room for its escapes.
		maxFrame: Math.max(5 * 1024 * 1024, payload + 65_536),
		/** Time without any message, heartbeats included, after which a socket is closed. */
		idleTimeout: config.REALTIME_IDLE_SECONDS * 1000,
		/** Time after which the policies of a private channel are checked again. */
		recheckInterval: config.REALTIME_RECHECK_SECONDS * 1000,
		/** Unread bytes of one client, and of all clients together. */
		maxBacklog: backlog,
		maxTotalBacklog: 32 * backlog,
		retentionHours: config.REALTIME_KEEP_HOURS,
		replayedMessages: 25,
		privateOnly: config.REALTIME_PRIVATE_ONLY,
	}
}

/** A fixed-window rate limiter. Small, as every socket has one. */
export class FixedWindowLimiter {
	private readonly maximum: number
	private readonly window: number
	private since = 0
	private used = 0

	/** @param window milliseconds */
	constructor(maximum: number, window: number) {
		this.maximum = maximum
		this.window = window
	}

	/** @returns false over the limit of the window */
	take(count = 1, now = Date.now()): boolean {
		if (now - this.since >= this.window) {
			this.since = now
			this.used = 0
		}
		this.used += count
		return this.used <= this.maximum
	}

	/** Events of this window as a multiple of the limit. */
	get overuse(): number {
		return this.used / this.maximum
	}
}
