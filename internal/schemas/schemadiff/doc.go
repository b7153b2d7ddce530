// Package schemadiff says what changed between two schemas: which keyword of which
// place was what and is what now, and whether more or fewer values are taken for
// it. The upgrade rules, and the findings about versions that nothing converts, read
// this list instead of walking through schemas by themselves.
//
// What a keyword's change does (see Effect for the words):
//
//	type, x-kubernetes-int-or-string   by the types of values before and after; together
//	maximum, exclusiveMaximum          by the bound; together, as the two of minimum; int32 has its own bounds
//	max/min Length, Items, Properties  by the bound; a minimum of 0 is none
//	multipleOf                         new narrows, gone widens, another does both
//	pattern                            by what is seen to match all that the other does; none matches everything; else both
//	format                             as multipleOf, and int64 is wider than int32, double than float, uuid than uuid4;
//	                                   int64 and double are the same as none
//	enum                               by its values; their order is the same
//	nullable, uniqueItems              new widens; new narrows
//	required                           a new name narrows, one that is gone widens; every object has apiVersion, kind and metadata
//	properties                         a new field widens where it was pruned, narrows where it
//	                                   was kept, and is compared with the map's values where there were some
//	additionalProperties, x-kubernetes-preserve-unknown-fields
//	                                   by what becomes of undeclared fields; together
//	items                              a schema for items that had none narrows where they were kept
//	x-kubernetes-list-type, -list-map-keys
//	                                   by what may not be there twice, together; and they change
//	                                   the meaning, as x-kubernetes-map-type does
//	default                            changes the meaning
//	x-kubernetes-embedded-resource     does both, and changes the meaning
//	allOf, anyOf, oneOf, not           by equal branches
//	x-kubernetes-validations           a new rule narrows, one that is gone widens, another text does both;
//	                                   another reason changes the meaning, another message documents
//	title, description, example, externalDocs, id, $schema
//	                                   document
//	$ref, definitions, patternProperties, dependencies, additionalItems
//	                                   do both: the server takes no CRD with them
//
// What a type says about another keyword is not looked at: a new maxLength narrows
// also where no string may stand. Neither are two changes put together: a new
// minimum that is made good by a wider enum is two changes.
package schemadiff
