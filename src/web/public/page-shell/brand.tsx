/** The space's logo, or its first letter, and its name. */
export function Brand({ name, logo }: { name: string; logo: string | null }) {
	return (
		<p className="brand">
			{logo ? (
				<img src={logo} alt="" width="48" height="48" />
			) : (
				<i aria-hidden="true">{[...name.trim()][0]?.toLocaleUpperCase()}</i>
			)}
			<span dir="auto">{name}</span>
		</p>
	)
}
