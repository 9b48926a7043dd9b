-- Stores one submission, for nodes of the version before: private.submit_testimonials describes it.
create or replace function private.submit_testimonial(
	form uuid, definition timestamptz, key uuid, fingerprint bytea, testimonial uuid, token_hash bytea,
	kind text, body text, rating smallint, author_name text, author_title text, author_company text, author_url text,
	email text, locale text, scope text, wording text, answers jsonb, files jsonb,
	spam_state text, words_mark bigint, address bytea, most_per_hour int, mail_address bytea,
	invitation bytea, order_reference text, account jsonb, shown int default null, title text default null,
	out outcome text, out id uuid
)
language sql volatile security definer set search_path = '' as $$
	select s.outcome, s.id from private.submit_testimonials(jsonb_build_array(jsonb_build_object(
		'place', 0, 'form', $1, 'definition', $2, 'key', $3, 'fingerprint', $4, 'testimonial', $5, 'token_hash', $6,
		'kind', $7, 'body', $8, 'rating', $9, 'author_name', $10, 'author_title', $11, 'author_company', $12, 'author_url', $13,
		'email', $14, 'locale', $15, 'scope', $16, 'wording', $17, 'answers', $18, 'files', $19,
		'spam_state', $20, 'words_mark', $21) || jsonb_build_object('address', $22, 'most_per_hour', $23, 'mail_address', $24,
		'invitation', $25, 'order_reference', $26, 'account', $27, 'shown', $28, 'title', $29))) s
$$;

grant execute on function private.submit_testimonial(uuid, timestamptz, uuid, bytea, uuid, bytea, text, text, smallint, text, text, text, text, text, text, text, text, jsonb, jsonb, text, bigint, bytea, int, bytea, bytea, text, jsonb, int, text)
	to anon;
