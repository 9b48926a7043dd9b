/** A connection that runs neither triggers nor foreign keys, so that only rows are written. */
export const withoutTriggers = "set session_replication_role = 'replica'; set synchronous_commit = off"

/** So many testimonials ($3) of a form ($2) in a space ($1), with words as long as those of people. */
export const seedTestimonials = `
	insert into public.testimonials (space_id, form_id, kind, body, rating, author_name, author_company, locale, source, status, live_scope,
		media_ready, submitted_at, approved_at)
	select $1::uuid, $2::uuid, 'text',
		'They asked what I wanted before they said what they had. ' || repeat(md5(i::text) || ' ', 1 + i % 8), nullif(i % 6, 0),
		'Customer ' || i, 'Shop ' || i % 500, 'en', 'form', (array['pending', 'approved', 'rejected'])[1 + i % 3], 'public', true,
		now() - make_interval(mins => i), case when i % 3 = 1 then now() - make_interval(mins => i) end
	from generate_series(1, $3::int) i`

/** The consent ($2) of each. */
export const seedConsents = `
	with wording as materialized (select private.share_wording($1, $2) as hash)
	insert into private.consents (space_id, testimonial_id, scope, wording_hash, locale, given_at)
	select t.space_id, t.id, 'public', w.hash, 'en', t.submitted_at from wording w, public.testimonials t where t.space_id = $1`

export const seedContacts = `
	insert into public.testimonial_contacts (space_id, testimonial_id, email)
	select t.space_id, t.id, lower(replace(t.author_name, ' ', '.')) || '@example.test' from public.testimonials t where t.space_id = $1`

/** Two entries of the history of each, which are in the log already. Their hashes are as long as real ones and prove nothing. */
export const seedEvents = `
	insert into public.testimonial_events (space_id, testimonial_id, seq, kind, actor, at, previous_hash, hash, log_number)
	select t.space_id, t.id, n, (array['submitted', 'consented'])[n], 'submitter', t.submitted_at,
		case n when 2 then sha256(uuid_send(t.id)) end, sha256(uuid_send(t.id) || int4send(n)), row_number() over ()
	from public.testimonials t, generate_series(1, 2) n where t.space_id = $1`

export const seedLog = `
	insert into private.proof_log (number, leaf)
	select e.log_number, e.hash from public.testimonial_events e where e.space_id = $1 and e.log_number is not null`

export const seedReceipts = `
	insert into private.receipts (testimonial_id, token_hash, form_id, fingerprint, words_mark, sent_at)
	select t.id, sha256(uuid_send(t.id)), t.form_id, sha256(convert_to(t.body, 'UTF8')), abs(hashtextextended(t.body, 0)), t.submitted_at
	from public.testimonials t where t.space_id = $1`

export const gatherStatistics = 'vacuum (analyze)'

export const databaseBytes = 'select pg_database_size(current_database())::float8 as bytes'
