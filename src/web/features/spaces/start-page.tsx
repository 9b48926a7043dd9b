import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { unwrap } from '#web/lib/errors.ts'
import { formatTime } from '#web/lib/format.ts'
import { ownEnglish } from '#web/lib/own-english.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { supabase } from '#web/lib/supabase.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Mark } from '#web/ui/marks.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { FirstQuotation } from './first-quotation.tsx'
import { FiveSteps } from './five-steps.tsx'
import { LivePage } from './live-page.tsx'
import { ShareWays } from './share-ways.tsx'
import { StartFrame } from './start-frame.tsx'

/** /dashboard/start: the first form is live; ways to share it, the first five, a quotation by hand. */
export function Page() {
	usePageTitle('Your form is live')
	const { space, canEdit } = useSpace()
	const {
		data: form,
		error,
		refetch,
		isPending,
	} = useQuery({
		queryKey: [...keys.forms(space.id), 'first'],
		queryFn: async () => {
			const client = await supabase
			const rows = unwrap(
				await client
					.from('forms')
					.select('id, slug, title, created_at, is_open')
					.eq('space_id', space.id)
					.order('created_at')
					.limit(1),
			)
			return rows[0] ?? null
		},
	})
	if (isPending) return <PageSpinner />
	if (form === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />
	return (
		<StartFrame>
			{form ? (
				<div className="start-live">
					<section>
						<Mark tone="good" icon={<Check size={14} aria-hidden="true" />}>
							{form.is_open ? `Live since ${since(form.created_at)}` : 'Closed for now'}
						</Mark>
						<h1 tabIndex={-1}>Your form is live.</h1>
						<p className="start-lead">
							Send the link to three people you have already made happy. It takes each of them under
							a minute.
						</p>
						<ShareWays slug={form.slug} spaceName={space.name} />
					</section>
					<LivePage slug={form.slug} formId={form.id} />
				</div>
			) : (
				<h1 tabIndex={-1}>This space has no form yet.</h1>
			)}
			<FiveSteps formId={form?.id} />
			{canEdit ? <FirstQuotation key={space.id} /> : null}
		</StartFrame>
	)
}

function since(at: string): string {
	const made = new Date(at)
	return made.toDateString() === new Date().toDateString()
		? formatTime(made)
		: made.toLocaleDateString(ownEnglish(), { day: 'numeric', month: 'long' })
}
