import { formatRelative } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { VersionHistory } from './use-version-history.ts'
import type { Version } from './version.ts'

/** Says that the preview shows a former version, with the ways on from there. */
export function VersionNotice<Kept extends Version>(props: {
	version: Kept
	history: VersionHistory<Kept>
	canEdit: boolean
}) {
	const { version, history, canEdit } = props
	return (
		<Notice>
			<p>
				The preview shows version {version.version}, published {formatRelative(version.published_at)}.
			</p>
			<span className="ui-collision-choices">
				{canEdit ? (
					<Button size="tiny" onClick={() => history.restore(version)}>
						Restore as the draft
					</Button>
				) : null}
				<Button size="tiny" variant="quiet" onClick={() => history.look(null)}>
					Back to the draft
				</Button>
			</span>
		</Notice>
	)
}
