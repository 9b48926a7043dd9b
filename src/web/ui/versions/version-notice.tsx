import { formatRelative } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { Version } from './version.ts'

/** Says that the preview shows a former version, with the ways on from there. */
export function VersionNotice(props: {
	version: Version
	canEdit: boolean
	onRestore: () => void
	onClose: () => void
}) {
	const { version, canEdit, onRestore, onClose } = props
	return (
		<Notice>
			<p>
				The preview shows version {version.version}, published {formatRelative(version.published_at)}.
			</p>
			<span className="ui-collision-choices">
				{canEdit ? (
					<Button size="tiny" onClick={onRestore}>
						Restore as the draft
					</Button>
				) : null}
				<Button size="tiny" variant="quiet" onClick={onClose}>
					Back to the draft
				</Button>
			</span>
		</Notice>
	)
}
