import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** A real S3 server on this machine, with one empty bucket. */
export type S3Server = {
	/** Settings as an operator would write them. */
	settings: Record<string, string>
	/** Folder of its files, for arranging and asserting. */
	folder: string
	/** Simulates an outage: the port is closed. */
	pause(): Promise<void>
	/** Listens again at the same address, with the same files. */
	resume(): Promise<void>
	close(): Promise<void>
}

const bucket = 'plaudit-files'
/** The access key that the server accepts. */
const key = 'S3RVER'

export async function startS3Server(): Promise<S3Server> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-s3-'))
	const open = (port: number) =>
		new S3rver({
			address: '127.0.0.1',
			port,
			silent: true,
			directory: folder,
			configureBuckets: [{ name: bucket, configs: [] }],
		})
	// Many requests at once may all meet idle connections that the server is closing; these stay open until it ends.
	const run = async (opened: S3rver) => {
		const address = await opened.run()
		opened.httpServer.keepAliveTimeout = 0
		return address
	}
	let server = open(0)
	const { port } = await run(server)
	return {
		folder,
		settings: {
			S3_ENDPOINT: `http://127.0.0.1:${port}`,
			S3_BUCKET: bucket,
			S3_ACCESS_KEY_ID: key,
			S3_SECRET_ACCESS_KEY: key,
		},
		pause: () => server.close(),
		async resume() {
			server = open(port)
			await run(server)
		},
		async close() {
			await server.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
}
