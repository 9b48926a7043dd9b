import type { z } from 'zod'
import { flag, integer } from '#platform/config/setting-types.ts'

const upTo = (max: number) => integer(1, max)

/** Settings of realtime/v1. Rates count per node; their defaults stand in `readQuotas`, as RATE_LIMITS=off lifts them. */
export const realtimeSettings = {
	REALTIME_MAX_SOCKETS: upTo(1_000_000).default(20_000),
	REALTIME_CHANNELS_PER_SOCKET: upTo(10_000).default(100),
	REALTIME_JOINS_PER_SECOND: upTo(1_000_000).optional(),
	/** Per socket. The official client buffers 100 pushes, which a reconnect sends at once. */
	REALTIME_MESSAGES_PER_SECOND: upTo(1_000_000).optional(),
	REALTIME_HTTP_MESSAGES_PER_SECOND: upTo(1_000_000).optional(),
	REALTIME_PRESENCE_PER_SECOND: upTo(1_000_000).optional(),
	/** Per client and channel. */
	REALTIME_TRACKS_PER_HALF_MINUTE: upTo(1_000_000).optional(),
	REALTIME_PAYLOAD_KB: upTo(65_536).default(3000),
	/** Time without any message after which a socket is closed; the official client's heartbeat comes every 25 s. */
	REALTIME_IDLE_SECONDS: upTo(86_400).default(60),
	/** Unread data of one slow client. */
	REALTIME_BACKLOG_MB: upTo(4096).default(8),
	/** Retention of messages for replay. */
	REALTIME_KEEP_HOURS: upTo(8760).default(72),
	/** Interval between checks of the policies of a private channel. */
	REALTIME_RECHECK_SECONDS: upTo(86_400).default(300),
	REALTIME_PRIVATE_ONLY: flag.default(false),
}

type RealtimeSettings = z.output<z.ZodObject<typeof realtimeSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<RealtimeSettings> {}
}
