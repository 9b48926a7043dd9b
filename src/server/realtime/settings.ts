import { z } from 'zod'

const upTo = (most: number) => z.coerce.number().int().min(1).max(most)

/**
 * The settings of realtime/v1; the defaults suit one machine (data.md §3.8). Rates are of one node; those that are not
 * set are found in `readLimits`, as RATE_LIMITS=off lifts them.
 */
export const realtimeSettings = {
	REALTIME_MAX_SOCKETS: upTo(1_000_000).default(20_000),
	REALTIME_CHANNELS_PER_SOCKET: upTo(10_000).default(100),
	REALTIME_JOINS_PER_SECOND: upTo(1_000_000).optional(),
	/** Of one socket; the official client buffers 100 pushes, which a reconnect sends at once. */
	REALTIME_MESSAGES_PER_SECOND: upTo(1_000_000).optional(),
	REALTIME_HTTP_MESSAGES_PER_SECOND: upTo(1_000_000).optional(),
	REALTIME_PRESENCE_PER_SECOND: upTo(1_000_000).optional(),
	/** Of one client in one channel. */
	REALTIME_TRACKS_PER_HALF_MINUTE: upTo(1_000_000).optional(),
	REALTIME_PAYLOAD_KB: upTo(65_536).default(3000),
	/** After which a socket without a word, heartbeats included, is closed; the official client's beat is 25 s. */
	REALTIME_IDLE_SECONDS: upTo(86_400).default(60),
	/** What may wait for one slow reader. */
	REALTIME_BACKLOG_MB: upTo(4096).default(8),
	/** How long messages are kept for replay. */
	REALTIME_KEEP_HOURS: upTo(8760).default(72),
	/** How often the policies of private channels are asked again. */
	REALTIME_RECHECK_SECONDS: upTo(86_400).default(300),
	REALTIME_PRIVATE_ONLY: z
		.enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no'])
		.transform((text) => ['true', '1', 'on', 'yes'].includes(text))
		.default(false),
}
