import { publicFile } from '#shared/public-file.ts'
import { useConfig } from './use-config.ts'

/** Where storage serves an object of a public bucket, or null without a path. */
export function usePublicFile(
	bucket: 'avatars' | 'brand',
	path: string | null | undefined,
): string | null {
	const config = useConfig()
	return path && config ? `${config.url}${publicFile(bucket, path)}` : null
}
