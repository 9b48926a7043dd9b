import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#server/settings.ts'
import { fetchMetadata } from './fetch-metadata.ts'

const open: Server[] = []
async function serve(answer: RequestListener): Promise<string> {
	const server = createServer(answer)
	open.push(server)
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
afterAll(() => {
	for (const server of open) {
		server.closeAllConnections()
		server.close()
	}
})

it('SAML metadata from a URL is awaited for at most five seconds, also when it arrives byte by byte', async () => {
	const { config } = readConfig({ SAML_ALLOW_PRIVATE_METADATA: 'on' })
	const silent = await serve(() => {})
	const dripping = await serve((_, response) => {
		const timer = setInterval(() => response.write('x'), 100)
		response.on('close', () => clearInterval(timer))
	})
	await Promise.all(
		[silent, dripping].map((address) =>
			expect(fetchMetadata(config, address)).rejects.toMatchObject({
				status: 400,
				code: 'saml_metadata_fetch_failed',
				message: expect.stringContaining('no answer in time'),
			}),
		),
	)
})
