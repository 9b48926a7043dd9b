declare module 's3rver' {
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
		run(): Promise<{ port: number }>
		close(): Promise<void>
	}
}
