import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Image } from 'lucide-react'
import { retryPictures } from '#web/features/imports/send-import.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/notices/empty-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

/** Pictures that are still fetched, and those that did not come, with another try. */
export function PictureNotice({ item, canEdit }: { item: ListedImport; canEdit: boolean }) {
	const { pictures, pictures_done: done, pictures_failed: failed, state } = item
	const queries = useQueryClient()
	const retry = useMutation({
		mutationFn: async () => retryPictures(await supabase, item.id),
		onSuccess: () => refetchQueries(queries, queryKeys.imports(item.space_id)),
	})
	if (pictures === 0 || state === 'undone' || state === 'undoing') return null
	if (done < pictures)
		return (
			<section className="import-running" aria-label="Pictures">
				<p>
					<strong role="status">Fetching pictures.</strong> {formatNumber(done)} of {formatNumber(pictures)}. The
					testimonials are here already.
				</p>
				<Progress value={done} max={pictures} label="Pictures" />
			</section>
		)
	if (failed === 0) return null
	return (
		<Notice icon={<Image size={16} aria-hidden="true" />}>
			<p>
				<strong>{formatCount(failed, 'picture')} did not come.</strong> Their testimonials are here, and each row below
				says why.
			</p>
			{canEdit ? (
				<p className="import-acts">
					<Button busy={retry.isPending} onClick={() => retry.mutate()}>
						{failed === 1 ? 'Try it again' : `Try the ${formatNumber(failed)} again`}
					</Button>
					<a className="ui-link" href="#import-group-pictures">
						See them
					</a>
				</p>
			) : null}
			{retry.error ? (
				<p className="ui-error" role="alert">
					{errorMessage(retry.error)}
				</p>
			) : null}
		</Notice>
	)
}
