declare module 's3rver' {
	import type { Server } from 'node:http'

	/** The options that tests use. */
	type Options = {
		address: string
		port: number
		silent: boolean
		directory: string
		configureBuckets: { name: string; configs: string[] }[]
	}
	export default class S3rver {
		constructor(options: Options)
		/** Set by `run`. */
		httpServer: Server
		run(): Promise<{ port: number }>
		close(): Promise<void>
	}
}
