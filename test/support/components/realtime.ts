type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: Payload]
type Subscription = { id?: number; event: string; schema: string; table: string; filter?: string }
type Payload = { config?: { postgres_changes?: Subscription[] }; [key: string]: unknown }
type Change = { table: string; type: 'INSERT' | 'UPDATE' | 'DELETE'; record?: object; old_record?: object }

const sockets = new Set<RealtimeSocket>()

/** The server's side of realtime/v1 in the page: every join succeeds, and `sendChange` reaches all channels that asked for it. */
class RealtimeSocket extends EventTarget {
	static readonly CONNECTING = 0
	static readonly OPEN = 1
	static readonly CLOSING = 2
	static readonly CLOSED = 3
	readonly channels = new Map<string, { joinRef: string | null; subscriptions: Required<Subscription>[] }>()
	readyState = RealtimeSocket.CONNECTING
	binaryType = 'arraybuffer'
	onopen: ((event: Event) => void) | null = null
	onmessage: ((event: MessageEvent) => void) | null = null
	onclose: ((event: CloseEvent) => void) | null = null
	onerror: ((event: Event) => void) | null = null

	constructor() {
		super()
		sockets.add(this)
		queueMicrotask(() => {
			this.readyState = RealtimeSocket.OPEN
			this.onopen?.(new Event('open'))
		})
	}

	send(text: string): void {
		const [joinRef, ref, topic, event, payload] = JSON.parse(text) as Frame
		if (event === 'phx_leave') this.channels.delete(topic)
		const subscriptions = (payload.config?.postgres_changes ?? []).map((one, index) => ({ ...one, id: index + 1 }))
		if (event === 'phx_join')
			this.channels.set(topic, { joinRef, subscriptions: subscriptions as Required<Subscription>[] })
		const response = event === 'phx_join' ? { postgres_changes: subscriptions } : {}
		this.receive([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }])
	}

	receive(frame: Frame): void {
		queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(frame) })))
	}

	close(): void {
		sockets.delete(this)
		this.readyState = RealtimeSocket.CLOSED
		queueMicrotask(() => this.onclose?.(new CloseEvent('close')))
	}
}

/** Sends a change of a row to every channel that listens to its table, as realtime/v1 does. */
export function sendChange(change: Change): void {
	for (const socket of sockets)
		for (const [topic, { joinRef, subscriptions }] of socket.channels) {
			const ids = subscriptions
				.filter(({ table, event }) => table === change.table && (event === '*' || event === change.type))
				.map(({ id }) => id)
			const data = {
				schema: 'public',
				commit_timestamp: new Date().toISOString(),
				columns: [],
				errors: null,
				...change,
			}
			if (ids.length > 0) socket.receive([joinRef, null, topic, 'postgres_changes', { ids, data }])
		}
}

const Native = window.WebSocket
window.WebSocket = new Proxy(Native, {
	construct: (_, [url, ...rest]: [string | URL, ...string[]]) =>
		String(url).includes('/realtime/v1/') ? new RealtimeSocket() : new Native(url, ...rest),
})
