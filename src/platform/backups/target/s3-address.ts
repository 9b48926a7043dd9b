/** A bucket and the prefix of the names in it, without slashes at its ends. */
export type S3Target = { bucket: string; prefix: string }

/** Parses `s3://bucket/prefix`. @returns nothing for any other text */
export function parseS3Target(text: string): S3Target | undefined {
	const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/.exec(text) ?? []
	return bucket ? { bucket, prefix: prefix.replace(/^\/+|\/+$/g, '') } : undefined
}
