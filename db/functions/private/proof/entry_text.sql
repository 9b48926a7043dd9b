-- The text of an entry of a history (format 2), without personal data: its hash is private.hash_text of it. A statement that adds many entries writes
-- the columns itself, and works for whole sets:
--   secret  = private.new_secret(), another one for each entry
--   content = private.commitment(secret, 'words', private.words_text(body, rating, title)) for `submitted`, `added` and `edited`, or
--             private.commitment(secret, 'consent', private.consent_text(scope, wording)) for `consented`; else null
--   author  = private.commitment(secret, 'author', private.author_text(name, title, company, url)) beside words; else null
--   hash    = private.hash_text(private.entry_text(previous, testimonial, seq, kind, actor, at, content, author, detail, secret))
--   format  = 2; `previous_hash` is the hash of the entry before, null for the first; `detail` has nothing of what was written.
create or replace function private.entry_text(
	previous bytea, testimonial uuid, seq int, kind text, actor text, at timestamptz, content bytea, author bytea, detail jsonb, secret bytea
) returns text language sql stable parallel safe as $$
	select concat('plaudit-entry-2',
		E'\nprevious ', coalesce(encode(previous, 'hex'), '-'),
		E'\ntestimonial ', testimonial,
		E'\nnumber ', seq,
		E'\nkind ', kind,
		E'\nby ', case when actor in ('submitter', 'system') then actor else 'member' end,
		E'\nat ', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
		E'\ncontent ', coalesce(encode(content, 'hex'), '-'),
		E'\nauthor ', coalesce(encode(author, 'hex'), '-'),
		E'\ndetail ', case when detail = '{}' then '-' else encode(private.commitment(secret, 'detail', detail::text), 'hex') end,
		E'\nmember ', case when actor in ('submitter', 'system') then '-' else encode(private.commitment(secret, 'member', actor), 'hex') end,
		E'\n')
$$;
