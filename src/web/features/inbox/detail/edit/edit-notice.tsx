import { PencilLine } from 'lucide-react'
import { Suspense } from 'react'
import { type InboxItem, isEditedBySubmitter } from '#web/features/inbox/data/inbox-item.ts'
import type { FormerVersion } from '#web/features/inbox/detail/use-testimonial.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import './edit-notice.css'

const VersionDiff = lazyComponent(async () => (await import('./version-diff.tsx')).VersionDiff)

/** Says that a submitter's edit waits, what stays public meanwhile, and what changed against the version before. */
export function EditNotice({ item, earlier }: { item: InboxItem; earlier: readonly FormerVersion[] }) {
	if (!isEditedBySubmitter(item)) return null
	const approved = item.approved_version
	// Earlier versions are sorted newest first.
	const former = earlier.find((one) => one.version === approved) ?? earlier[0]
	return (
		<>
			<Notice icon={<PencilLine size={16} aria-hidden="true" />}>
				<strong>Edited by the submitter.</strong>{' '}
				{approved === null
					? 'No version of it is public.'
					: 'What you approved before stays public until you decide; rejecting takes that down, too.'}
			</Notice>
			{former ? (
				<Suspense>
					<section className="inbox-edit" aria-label="What the submitter changed">
						<h3>{approved === null ? 'Changed since the version before' : 'Changed since you approved it'}</h3>
						<VersionDiff item={item} former={former} />
					</section>
				</Suspense>
			) : null}
		</>
	)
}
