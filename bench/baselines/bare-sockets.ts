import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/** The baseline of change fan-out: writes the same bytes to each socket when the parent sends a message. */
const change = JSON.stringify([
	null,
	null,
	'realtime:bench',
	'postgres_changes',
	{
		ids: [1],
		data: { type: 'INSERT', schema: 'public', table: 'tags', record: { name: 'x'.repeat(200) } },
	},
])
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket) => {
	// Clients wait for this reply before they count as subscribed.
	socket.once('message', () => socket.send('Subscribed to PostgreSQL'))
})
server.on('listening', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', () => {
	for (const socket of server.clients) socket.send(change)
})
