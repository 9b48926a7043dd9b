import { useQuery } from '@tanstack/react-query'
import { config } from './config.ts'

/** Where storage serves an object of a public bucket, or null without a path. */
export function usePublicFile(bucket: 'avatars' | 'brand', path: string | null | undefined) {
	const { data } = useQuery({
		queryKey: ['config'],
		queryFn: () => config,
		staleTime: Number.POSITIVE_INFINITY,
	})
	if (!path || !data) return null
	return `${data.url}/storage/v1/object/public/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`
}
