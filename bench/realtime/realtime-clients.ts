import WebSocket from 'ws'

/**
 * Many subscribers in a process of their own. The parent sends an order; the process reports when all are subscribed
 * and when (milliseconds since the epoch) each change arrived.
 */
type Order = {
	address: string
	/** One token for all clients, or one for each. */
	tokens: string[]
	count: number
	binding: object
	/** Number of sockets that are opened at a time. */
	atOnce: number
}

const sockets: WebSocket[] = []
let arrivals: number[] = []

process.on('message', async (order: Order | 'report') => {
	if (order === 'report') {
		process.send?.({ arrivals })
		arrivals = []
		return
	}
	const started = performance.now()
	let next = 0
	const work = async () => {
		while (next < order.count) await subscribe(order, next++)
	}
	await Promise.all(Array.from({ length: order.atOnce }, work))
	process.send?.({ ready: sockets.length, milliseconds: performance.now() - started })
	setInterval(beat, 25_000)
})

/** Resolves when the server has confirmed the subscription. */
function subscribe({ address, tokens, binding }: Order, number: number): Promise<void> {
	// One source address has about 28,000 ports, so the clients are spread over four.
	const localAddress = `127.0.0.${1 + (number % 4)}`
	const socket = new WebSocket(address, { localAddress, perMessageDeflate: false })
	sockets.push(socket)
	return new Promise((resolve, reject) => {
		socket.on('error', reject)
		socket.on('close', (code) => reject(new Error(`socket ${number} was closed with ${code}`)))
		socket.on('open', () => {
			const config = { postgres_changes: [binding] }
			const payload = { config, access_token: tokens[number % tokens.length] }
			socket.send(JSON.stringify(['1', '1', 'realtime:bench', 'phx_join', payload]))
		})
		socket.on('message', (data: Buffer) => {
			if (data.includes('"record"')) arrivals.push(performance.timeOrigin + performance.now())
			else if (data.includes('Subscribed to PostgreSQL')) resolve()
			else if (data.includes('"error"')) reject(new Error(data.toString()))
		})
	})
}

function beat(): void {
	for (const socket of sockets) socket.send('[null,"h","phoenix","heartbeat",{}]')
}
