import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

/**
 * The baseline of storage/v1: pipes a body to a file and back. Prints its port. Started by `bench/storage.ts` with
 * the file's path.
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
