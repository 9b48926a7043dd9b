/** Run as the superuser without triggers: only rows are measured. Parameters: number of rows, the space. */
export const fillSpace = `
	insert into public.testimonials (space_id, kind, body, rating, author_name, source, status, submitted_at)
	select $2::uuid, 'text', 'Words of customer ' || n, 1 + n % 5, 'Customer ' || n, 'import', 'approved',
		timestamptz '2020-01-01' + n * interval '1 minute'
	from generate_series(1, $1::int) n`
/** Disables triggers and foreign keys. */
export const withoutTriggers = `set session_replication_role = 'replica'`
export const gatherStatistics = 'vacuum (analyze) public.testimonials'
/** Selects keys spread over a space, every n-th row. Parameters: the space, number of keys. */
export const someKeys = `
	select id, submitted_at::text as at from (
		select id, submitted_at, row_number() over (order by submitted_at) as n, count(*) over () as of
		from public.testimonials where space_id = $1::uuid) t
	where n % greatest(1, of / $2::int) = 0`
