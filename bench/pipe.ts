import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

/**
 * The least that can be done with a body: piped to a file, and back. What storage/v1 is measured against. Prints its port.
 * Run by `bench/storage.ts` with the file's path.
 */
const [, , path = ''] = process.argv
const server = createServer(async (request, response) => {
	if (request.method === 'GET') return createReadStream(path).pipe(response)
	await pipeline(request, createWriteStream(path))
	response.end('{}')
})
server.listen(0, '127.0.0.1', () => {
	const address = server.address()
	console.log(typeof address === 'object' ? address?.port : '')
})
