/** The author's own title, on a line above the words. */
export function PersonTitle({ title }: { title: string | null }) {
	if (!title) return null
	return (
		<>
			<strong>
				<bdi>{title}</bdi>
			</strong>
			<br />
		</>
	)
}
