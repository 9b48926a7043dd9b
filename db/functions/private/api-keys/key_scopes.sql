-- The scopes of a key: those that it names, else all of its role. A scope that writes testimonials reads them.
create or replace function private.key_scopes(role text, scopes text[]) returns text[]
language sql immutable set search_path = '' as $$
	select case
		when scopes is not null then scopes || case when 'testimonials:write' = any (scopes) then '{testimonials:read}'::text[] else '{}' end
		when role = 'editor' then '{testimonials:read,testimonials:write,submissions:write,invitations:write,forms:read,walls:read,numbers:read,people:read}'
		else '{testimonials:read,forms:read,walls:read,numbers:read}'
	end
$$;
