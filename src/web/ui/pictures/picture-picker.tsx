import type { ReactNode } from 'react'
import { errorMessage } from '#web/lib/client/errors.ts'
import { pictureTypes, type StoredPicture, usePublicFile, useReplacePicture } from '#web/lib/files/pictures.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/files/choose-file.tsx'
import { resizeIfLarge } from './resize-if-large.ts'
import './picture-picker.css'

/**
 * A picture with buttons to choose and remove it, saved as soon as it is chosen.
 * @param props.picture renders the current one from its URL
 * @param props.save stores the path of a new one, or null
 */
export function PicturePicker(props: {
	stored: StoredPicture
	save: (path: string | null) => Promise<unknown>
	picture: (src: string | null) => ReactNode
	/** Label of the button. */
	choose: string
	help: string
	/** Most pixels along the longer side of a large picture. */
	side?: number
}) {
	const { stored, choose, help, side = 1024 } = props
	const { mutate, error, isPending } = useReplacePicture(stored, props.save)
	const src = usePublicFile(stored.bucket, stored.path)
	return (
		<div className="ui-picture">
			{props.picture(src)}
			<div className="ui-picture-side">
				<div className="ui-picture-buttons">
					<FileButton
						busy={isPending}
						accept={pictureTypes}
						field={{ label: choose }}
						onFile={async (file) => mutate(await resizeIfLarge(file, side))}
					>
						{choose}
					</FileButton>
					{stored.path ? (
						<Button variant="quiet" disabled={isPending} onClick={() => mutate(null)}>
							Remove
						</Button>
					) : null}
				</div>
				<p className={error ? 'ui-error' : 'ui-help'} aria-live="polite">
					{error ? errorMessage(error) : help}
				</p>
			</div>
		</div>
	)
}
