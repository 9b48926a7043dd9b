/** A sheet of paper with the first letter of the source. Decorative: the name stands beside it. */
export function SourceTile({ name }: { name: string }) {
	return (
		<span className="import-tile" aria-hidden="true">
			<svg viewBox="0 0 36 36" aria-hidden="true">
				<path d="M9 3.5h12.5L29 11v21.5H9zM21.5 3.5V11H29" />
			</svg>
			<span data-letters={[...name][0]?.toLocaleUpperCase() ?? ''} />
		</span>
	)
}
