import { useQuery } from '@tanstack/react-query'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** The testimonials of an import that are here now, and how much of them was decided since. */
export function useImportState(item: ListedImport, isEnabled: boolean) {
	return useQuery({
		queryKey: [...queryKeys.imports(item.space_id), 'state', item.id, item.added],
		enabled: isEnabled,
		staleTime: 0,
		queryFn: async () => unwrap(await (await supabase).rpc('import_state', { import_id: item.id })),
	})
}
