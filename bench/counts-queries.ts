/** A tag of a space ($1) on every third testimonial. */
export const seedTags = `
	with tag as (insert into public.tags (space_id, name) values ($1, 'Kiln') returning id),
		numbered as (select id, row_number() over (order by submitted_at) as n from public.testimonials where space_id = $1)
	insert into public.testimonial_tags (space_id, testimonial_id, tag_id) select $1, n.id, t.id from numbered n, tag t where n.n % 3 = 0`

export const foldCounts = 'select private.fold_counts()'

/** Counts of a space from before them: each question reads the rows, as it did until version 0081 of the schema. */
export const forgetCounts = 'insert into private.uncounted_spaces (space_id) values ($1) on conflict do nothing'

export const operatorQuestions = 'select * from private.instance_totals(), private.instance_spaces() limit 1'

export const tidy = 'vacuum analyze'
