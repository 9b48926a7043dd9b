import { createServer } from 'node:http'

/** The minimal work of Node for one response: writes a given head and body. Prints its port. */
const { head, body } = JSON.parse(process.argv[2] ?? '{}') as { head: string[]; body: string }
const bytes = Buffer.from(body)

const server = createServer((_, response) => {
	response.writeHead(200, head)
	response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
	const address = server.address()
	if (typeof address === 'object' && address) console.log(address.port)
})
