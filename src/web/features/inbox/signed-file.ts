import { useQuery } from '@tanstack/react-query'
import { unwrap } from '#web/lib/errors.ts'
import type { Client } from '#web/lib/supabase.ts'

const hour = 3600

/** An address that opens a member's-only file for an hour: undefined until it is known, null where the file is lost. */
export const useSignedFile = (
	client: Client,
	bucket: string,
	path: string | null,
): string | null | undefined => {
	const { data, isError } = useQuery({
		queryKey: ['signed-file', bucket, path],
		queryFn: async () =>
			unwrap(await client.storage.from(bucket).createSignedUrl(path ?? '', hour)).signedUrl,
		enabled: path !== null,
		staleTime: (hour - 300) * 1000,
		retry: false,
	})
	return isError ? null : data
}
