package openapi
import ("os";"testing")
func TestTmpBench(t *testing.T){ if err:=Bench("../../../shared/corpus",5,os.Stdout); err!=nil {t.Fatal(err)} }
