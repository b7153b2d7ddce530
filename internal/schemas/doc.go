// Package schemas is the room of facts about schemas: what differs between two, which values a keyword
// accepts, what a pattern requires, which fields are conditions or references.
//
// A schematree.Tree or a schema.Schema enters. Changes, facts and constraints leave, placed by schema paths.
//
//   - There is no YAML and no CEL here: schemas are read in earlier rooms, and CEL rules are evaluated in later ones
//     (TestSchemasKnowNoYAMLAndNoCEL).
//   - A fact holds for all values that the schema accepts. A package that guesses, such as conventions, says so.
//   - Verdicts about changes belong to the room upgrading. Messages of lint rules belong to the room linting.
package schemas
