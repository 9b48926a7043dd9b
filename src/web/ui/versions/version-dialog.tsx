import type { UseQueryResult } from '@tanstack/react-query'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { useActorNames } from '#web/lib/history/use-space-history.ts'
import { Button } from '#web/ui/button.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { VersionHistory } from './use-version-history.ts'
import type { Version } from './version.ts'
import './version-dialog.css'

type VersionDialogProps<Kept extends Version> = {
	/** The contents of the list, in a sentence or two. */
	description: string
	spaceId: string
	/** Newest first. */
	versions: UseQueryResult<Kept[]>
	history: VersionHistory<Kept>
	canEdit: boolean
}

/** The history of a form or a wall: each version with what it changed, its time and its author. */
export function VersionDialog<Kept extends Version>(props: VersionDialogProps<Kept>) {
	const { description, versions, history } = props
	return (
		<Dialog wide title="History" description={description} open={history.isOpen} onOpenChange={history.setOpen}>
			{versions.isPending ? <Spinner /> : null}
			{versions.isError ? <ReadError query={versions}>The history could not be read.</ReadError> : null}
			<ol className="ui-versions">
				{versions.data?.map((version, at) => (
					<Entry key={version.version} version={version} isShown={at === 0} {...props} />
				))}
			</ol>
		</Dialog>
	)
}

function Entry<Kept extends Version>({
	version,
	isShown,
	...props
}: VersionDialogProps<Kept> & { version: Kept; isShown: boolean }) {
	const nameOf = useActorNames(props.spaceId)
	const { published_by, published_at, changes } = version
	return (
		<li>
			<div>
				<h3>
					Version {version.version}
					{isShown ? <span className="ui-quiet"> shown now</span> : null}
				</h3>
				<p className="ui-quiet ui-small">
					<time dateTime={published_at}>{formatRelative(published_at, 'label')}</time>
					{published_by === null ? null : (
						<>
							{' by '}
							<bdi>{nameOf(published_by)}</bdi>
						</>
					)}
				</p>
				{changes === null ? null : (
					<ul className="ui-version-changes ui-small">
						{changes.map((line) => (
							<li key={line}>
								<bdi>{line}</bdi>
							</li>
						))}
					</ul>
				)}
			</div>
			{isShown ? null : (
				<div className="ui-version-buttons">
					<Button
						size="tiny"
						aria-label={`Look at version ${version.version}`}
						onClick={() => props.history.look(version)}
					>
						Look
					</Button>
					{props.canEdit ? (
						<Button
							size="tiny"
							variant="quiet"
							aria-label={`Restore version ${version.version}`}
							onClick={() => props.history.restore(version)}
						>
							Restore
						</Button>
					) : null}
				</div>
			)}
		</li>
	)
}
